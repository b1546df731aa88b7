/** How a text begins by which a program answers a value that it has no branch for: `Unknown action: …`. */
export const unknownWords = /^\W*(?:unknown|unsupported|invalid|unrecogni[sz]ed|unexpected)\b/i;
