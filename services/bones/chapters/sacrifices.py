"""The three sacrifices that let an effect last: health, value and blood."""
