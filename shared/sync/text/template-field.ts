/** A quick check before `TEMPLATE_FIELD`, because millions of texts are read. */
const SIGN = /[{«]|<<|\[\[/
/**
 * A field of a template. The forms `«…»`, `<<…>>` and `[[…]]` may also occur in a trademark, so they count only if the whole
 * text consists of them.
 */
const TEMPLATE_FIELD =
  /\$\{[^{}]*\}|\{\{[^{}]*\}\}|\{ ?MERGEFIELD\b|^(?:\s*(?:«[^\s«»]+»|<<[^<>]+>>|\[\[[^[\]]+\]\]))+\s*$/i

/** Returns whether a text has a field of a template that a program did not fill in: `«CODIGO»`, `${codigo}`. */
export const isTemplateField = (text: string): boolean => SIGN.test(text) && TEMPLATE_FIELD.test(text)
