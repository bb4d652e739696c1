type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'style' | 'children' | 'dataset'>
>
export type Child = Node | string

/** Makes an element. Texts become text, whatever they look like: nothing on this page is ever read as HTML. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

/** Finds an element that the service has drawn. @throws Error where it is not there, or another one */
export function find<Found extends HTMLElement>(id: string, kind: new () => Found): Found {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) {
    throw new Error(`#${id} is not on the page`)
  }
  return found
}

/** What the label of a field says, or its name where it has none. */
export const labelOf = (field: string): string =>
  document.querySelector(`label[for="${CSS.escape(field)}"]`)?.textContent ?? field

/** A day for people and for programs. */
export const time = (iso: string, written: string): HTMLTimeElement =>
  make('time', { dateTime: iso }, written)

/** Somebody else's text, which may run in either direction and disturbs nothing around it. */
export const foreign = (text: string): HTMLElement => make('bdi', {}, text)

/** Shows text in an element, or takes the element away where there is none. */
export function say(element: HTMLElement, text: string): void {
  element.textContent = text
  element.hidden = text === ''
}
