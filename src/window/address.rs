//! What the address of a page asks for, behind its question mark: `level`, `at`, `beside`, `model`.

use crate::platform::disk;
use crate::unit::ModelName;
use crate::window::setup::Setup;
use std::path::PathBuf;

/// What a page is to open.
#[derive(Clone, Debug, Default)]
pub struct Address {
    /// The level; `None`: the menu.
    pub level: Option<PathBuf>,
    /// How it opens.
    pub setup: Setup,
    /// What is wrong with the address, and what would be right.
    pub wrong: Option<String>,
}

impl Address {
    /// Reads names and values; `folder` is that of the shipped levels.
    pub fn parse(asked: &[(String, String)], folder: &str) -> Address {
        let mut address = Address::default();
        for (name, value) in asked {
            if let Err(wrong) = address.take(name, value, folder) {
                address.wrong.get_or_insert(wrong);
            }
        }
        address
    }

    fn take(&mut self, name: &str, value: &str, folder: &str) -> Result<(), String> {
        match name {
            "level" => self.level = Some(level(value, folder)?),
            "at" => self.setup.at = Some(seconds(value)?),
            "beside" => self.setup.beside = Some(ModelName::named(value)?),
            "model" => self.setup.model = Some(ModelName::named(value)?),
            "state" => self.setup.state = Some(PathBuf::from(value)),
            // Sites add names of their own to addresses.
            _ => {}
        }
        Ok(())
    }
}

fn level(name: &str, folder: &str) -> Result<PathBuf, String> {
    let is_name = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.');
    let stem = name.strip_suffix(".json").unwrap_or(name);
    let file = PathBuf::from(format!("{folder}/{stem}.json"));
    (is_name && disk::is_file(&file))
        .then_some(file)
        .ok_or_else(|| format!("level={name}: the name of a shipped level is needed, such as level=canyon"))
}

fn seconds(text: &str) -> Result<f32, String> {
    let seconds = text.parse().ok().filter(|seconds: &f32| seconds.is_finite() && *seconds >= 0.0);
    seconds.ok_or_else(|| format!("at={text}: a number of seconds is needed, such as at=12.5"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(query: &str) -> Address {
        let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let pairs: Vec<(String, String)> =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Address::parse(&pairs, "levels")
    }

    #[test]
    fn an_address_opens_a_moment_of_a_level_side_by_side() {
        let address = parse("level=canyon&at=12.5&beside=orca&from=mail");
        assert_eq!(address.level, Some(PathBuf::from("levels/canyon.json")));
        assert_eq!((address.setup.at, address.setup.beside), (Some(12.5), Some(ModelName::Orca)));
        assert_eq!((parse("").level, parse("").wrong), (None, None));
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_with_what_would_be_right() {
        let wrong = |query: &str| parse(query).wrong.unwrap();
        assert!(wrong("level=../../etc/passwd").contains("level=canyon"));
        assert!(wrong("level=nowhere").contains("level=canyon"));
        assert!(wrong("level=canyon&at=-1").contains("at=12.5"));
        assert!(wrong("level=canyon&at=NaN").contains("seconds"));
        assert!(wrong("level=canyon&beside=boids").contains("predictive"));
    }

    #[test]
    fn the_first_of_several_wrong_values_is_told_and_the_others_still_count() {
        let address = parse("at=soon&beside=boids&state=/state.json");
        assert!(address.wrong.unwrap().starts_with("at=soon"));
        assert_eq!(address.setup.state, Some(PathBuf::from("/state.json")));
    }
}
