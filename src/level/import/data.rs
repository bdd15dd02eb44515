//! The tile data of Tiled's layers: numbers of tiles as text, or in base64 with or without compression.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::io::Read;

/// Reads exactly `count` tile numbers; the error says what is wrong. Never takes memory for more than that.
pub(super) fn tile_numbers(
    encoding: Option<&str>,
    compression: Option<&str>,
    text: &str,
    count: usize,
) -> Result<Vec<u32>, String> {
    let compression = compression.filter(|compression| !compression.is_empty());
    let numbers: Vec<u32> = match (encoding, compression) {
        (Some("csv"), None) => {
            let number =
                |text: &str| text.trim().parse().map_err(|_| format!("`{}` is no tile number", text.trim()));
            text.split(',').take(count + 1).map(number).collect::<Result<_, _>>()?
        }
        (Some("base64"), compression) => {
            let packed = STANDARD.decode(text.trim()).map_err(|error| format!("not base64: {error}"))?;
            let limit = 4 * count as u64 + 4;
            let unpacked = match compression {
                None => Ok(packed),
                Some("zlib") => unpack(flate2::bufread::ZlibDecoder::new(&packed[..]), limit),
                Some("gzip") => unpack(flate2::bufread::GzDecoder::new(&packed[..]), limit),
                Some(other) => {
                    Err(format!("compression `{other}` is not read; save the map with zlib or as CSV"))
                }
            }?;
            unpacked
                .chunks_exact(4)
                .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
                .collect()
        }
        _ => return Err("this encoding is not read; save the map with tile data as CSV or as base64".into()),
    };
    if numbers.len() == count {
        return Ok(numbers);
    }
    let found = if numbers.len() > count { "more".into() } else { numbers.len().to_string() };
    Err(format!("the layer should have {count} tiles and has {found}"))
}

fn unpack(decoder: impl Read, limit: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = decoder.take(limit).read_to_end(&mut bytes);
    read.map(|_| bytes).map_err(|error| format!("cannot be unpacked: {error}"))
}
