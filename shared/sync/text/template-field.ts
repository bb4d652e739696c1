/** A quick check before the other expression, because millions of texts are read. */
const SIGN = /[{«]|<<|\[\[/
/** A field of a template: anywhere in a text, or as all of it where a name may have these signs. */
const TEMPLATE_FIELD =
  /\$\{[^{}]*\}|\{\{[^{}]*\}\}|\{ ?MERGEFIELD\b|^(?:\s*(?:«[^\s«»]+»|<<[^<>]+>>|\[\[[^[\]]+\]\]))+\s*$/i

/** Returns whether a text has a field of a template that a program did not fill in: `«CODIGO»`, `${codigo}`. */
export const isTemplateField = (text: string): boolean => SIGN.test(text) && TEMPLATE_FIELD.test(text)
