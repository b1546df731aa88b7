/** Who may not delete may still write, so that alone restricts little. */
const verb = String.raw`(?:alter|chang|edit|execut|modif|run|touch|writ)\w*`;
const verbs = String.raw`${verb}(?:(?:,|,?\s+(?:or|and|nor))\s+(?:${verb}|(?:delet|overwrit|remov)\w*))*`;
const things = String.raw`(?:(?:any|the)\s+)?(?:source\s+)?(?:anything|code|codebase|commands?|documents?|files?|scripts?|sources?)`;
const negation = String.raw`(?:never|cannot|without|(?:do|does|may|must|can|will)\s+not|(?:do|does|must|ca|wo)n['’]t)`;
/** The sentence ends there. What follows might make it a restriction to some of them, or about the way. */
const ended = String.raw`(?=\s*(?:[.;:!)\n]|$))`;
const endedOr = String.raw`(?:${ended}|(?=,?\s+(?:and|but|nor|or)\b|,(?!\s+(?:except|if|unless|without)\b)))`;

/** What authors write where an agent is to leave things alone altogether. An instruction about how to work is none. */
const restrictions = [
  String.raw`\bread-only\b(?!\s+(?:array|attribut|column|field|file|member|propert|replica|table|type|view)\w*)`,
  String.raw`\bread only\b(?=\s*(?:[.,;:!)]|$)|\s+(?:access|agent|mode|specialist))`,
  String.raw`(?<=\b(?:you|it|may|can|that|which|who)\s+)only\s+(?:advise|analy[sz]e|inspect|look|observe|read|review|suggest)s?${endedOr}`,
  String.raw`\bonly\s+(?:advises|analy[sz]es|inspects|looks|observes|reads|reviews|suggests)\b`,
  String.raw`\b${negation}\s+${verbs}\s+${things}\b${endedOr}`,
  String.raw`\b${negation}\s+(?:alter|chang|delet|edit|modif|writ)\w*${ended}`,
  String.raw`\b(?:${negation}\s+mak\w*\s+(?:any\s+)?|mak\w*\s+no\s+)(?:changes|edits)\b${endedOr}`,
];

const restricting = new RegExp(restrictions.join('|'), 'i');

/** The words by which a text says of an agent that it changes nothing. */
export function restrictionIn(text: string): string | undefined {
  return restricting.exec(text)?.[0];
}
