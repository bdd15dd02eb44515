//! Tables of text in columns.

/// The rows, the first column to the left and the others to the right, as wide as their widest cell.
pub fn aligned<Row: AsRef<[String]>>(rows: &[Row]) -> String {
    let rows: Vec<&[String]> = rows.iter().map(AsRef::as_ref).collect();
    let count = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let length = |row: &&[String], column: usize| row.get(column).map_or(0, |cell| cell.chars().count());
    let widths: Vec<usize> =
        (0..count).map(|column| rows.iter().map(|row| length(row, column)).max().unwrap_or(0)).collect();
    let line = |row: &&[String]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| match column {
            0 => format!("  {cell:<width$}"),
            _ => format!("  {cell:>width$}"),
        });
        cells.collect::<String>() + "\n"
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [["model", "s"].map(str::to_owned), ["no", "12.5"].map(str::to_owned)];
        assert_eq!(aligned(&rows), "  model     s\n  no     12.5\n");
    }
}
