//! Stand-in: the derive of thiserror. The message is that of `Debug`.
extern crate proc_macro;
use proc_macro::{TokenStream, TokenTree};

#[proc_macro_derive(Error, attributes(error))]
pub fn error(input: TokenStream) -> TokenStream {
    let mut is_next = false;
    let mut name = String::new();
    for tree in input {
        if let TokenTree::Ident(ident) = tree {
            if is_next {
                name = ident.to_string();
                break;
            }
            is_next = ident.to_string() == "enum";
        }
    }
    format!(
        "impl std::fmt::Display for {name} {{
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {{ write!(f, \"{{:?}}\", self) }}
        }}
        impl std::error::Error for {name} {{}}"
    )
    .parse()
    .unwrap()
}
