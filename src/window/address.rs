//! What the address of a page asks for, behind its question mark: `level`, `at`, `beside`, `model`.

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
}

impl Address {
    /// Reads names and values; `folder` is that of the shipped levels.
    ///
    /// # Errors
    /// What is wrong and what would be right.
    pub fn parse(asked: &[(String, String)], folder: &str) -> Result<Address, String> {
        let mut address = Address::default();
        for (name, value) in asked {
            match name.as_str() {
                "level" => address.level = Some(level(value, folder)?),
                "at" => address.setup.at = Some(seconds(value)?),
                "beside" => address.setup.beside = Some(model(value)?),
                "model" => address.setup.model = Some(model(value)?),
                "state" => address.setup.state = Some(PathBuf::from(value)),
                // Sites add names of their own to addresses.
                _ => {}
            }
        }
        Ok(address)
    }
}

fn level(name: &str, folder: &str) -> Result<PathBuf, String> {
    let is_name = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.');
    let stem = name.strip_suffix(".json").unwrap_or(name);
    let file = PathBuf::from(format!("{folder}/{stem}.json"));
    is_name
        .then_some(file)
        .ok_or_else(|| format!("level={name}: the name of a shipped level is needed, such as level=canyon"))
}

fn seconds(text: &str) -> Result<f32, String> {
    let seconds = text.parse().ok().filter(|seconds: &f32| seconds.is_finite() && *seconds >= 0.0);
    seconds.ok_or_else(|| format!("at={text}: a number of seconds is needed, such as at=12.5"))
}

fn model(name: &str) -> Result<ModelName, String> {
    let known = ModelName::ALL.iter().find(|model| model.name() == name);
    known.copied().ok_or_else(|| {
        let names: Vec<&str> = ModelName::ALL.iter().map(|model| model.name()).collect();
        format!("{name} is no model; known are {}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(query: &str) -> Result<Address, String> {
        let pairs = query.split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let pairs: Vec<(String, String)> =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        Address::parse(&pairs, "levels")
    }

    #[test]
    fn an_address_opens_a_moment_of_a_level_side_by_side() {
        let address = parse("level=canyon&at=12.5&beside=orca&from=mail").unwrap();
        assert_eq!(address.level, Some(PathBuf::from("levels/canyon.json")));
        assert_eq!((address.setup.at, address.setup.beside), (Some(12.5), Some(ModelName::Orca)));
        assert_eq!(parse("").unwrap().level, None);
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_with_what_would_be_right() {
        assert!(parse("level=../../etc/passwd").unwrap_err().contains("level=canyon"));
        assert!(parse("level=canyon&at=-1").unwrap_err().contains("at=12.5"));
        assert!(parse("level=canyon&at=NaN").unwrap_err().contains("seconds"));
        assert!(parse("level=canyon&beside=boids").unwrap_err().contains("predictive"));
    }
}
