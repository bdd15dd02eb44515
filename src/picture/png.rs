//! SVG made into pixels.

use resvg::{tiny_skia, usvg};

/// A picture as PNG. Of one that moves, its first frame.
///
/// # Errors
/// What is wrong with the text, or that it is too large.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    rendered(svg)?.encode_png().map_err(|error| error.to_string())
}

/// Red, green, blue and the cover of each pixel of a picture, row by row.
///
/// # Errors
/// What is wrong with the text, or that it is too large.
pub fn pixels(svg: &str) -> Result<Vec<[u8; 4]>, String> {
    let straight = |pixel: &tiny_skia::PremultipliedColorU8| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()]
    };
    Ok(rendered(svg)?.pixels().iter().map(straight).collect())
}

fn rendered(svg: &str) -> Result<tiny_skia::Pixmap, String> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| error.to_string())?;
    let size = tree.size().to_int_size();
    let pixels = tiny_skia::Pixmap::new(size.width(), size.height());
    let mut pixels = pixels.ok_or("the picture is too large; ask for a smaller one")?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixels.as_mut());
    Ok(pixels)
}
