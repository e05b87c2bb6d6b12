//! Options as the wrapper passes them: strings, each with its length before it.

/// The strings in a text. Each is preceded by its length in bytes, in decimal, and a colon.
#[derive(Clone, Debug)]
pub(crate) struct Fields<'t>(pub(crate) &'t str);

impl<'t> Iterator for Fields<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let (len, rest) = self.0.split_once(':')?;
        let (field, rest) = rest.split_at_checked(len.parse().ok()?)?;
        self.0 = rest;
        Some(field)
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn a_field_may_contain_anything() {
        assert!(Fields("2:ab0:3:€4:1:2:").eq(["ab", "", "€", "1:2:"]));
        assert!(Fields("5:ab").eq([""; 0]));
    }
}
