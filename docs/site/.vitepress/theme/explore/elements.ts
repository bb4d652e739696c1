type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'children' | 'dataset'>
>
export type Child = Node | string

/** Creates an element. Strings become text nodes and are never parsed as HTML. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Finds an element of the served page. @throws Error if it is missing or of another type */
export function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) {
    throw new Error(`#${id} is not on the page`)
  }
  return found
}

/** Returns the label of a field, or its name if it has none. */
export const labelOf = (field: string): string =>
  document.querySelector(`label[for="${CSS.escape(field)}"]`)?.textContent ?? field

/** Creates a `time` element with a machine-readable date. */
export const time = (iso: string, written: string): HTMLTimeElement =>
  make('time', { dateTime: iso }, written)

/** Creates an element for text of any direction, isolated from its surroundings. */
export const isolated = (text: string): HTMLElement => make('bdi', {}, text)

/** Shows text in an element, or hides the element if the text is empty. */
export function setText(element: HTMLElement, text: string): void {
  element.textContent = text
  element.hidden = text === ''
}
