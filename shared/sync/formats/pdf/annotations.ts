import type { Matrix } from './graphics.ts'
import { type Box, boxOf } from './shapes.ts'

/** An annotation of PDF.js. */
interface Annotation {
  subtype?: string
  /** The flags of ISO 32000-1, 12.5.3. */
  annotationFlags?: number
  hasAppearance?: boolean
  rect?: readonly number[]
  /** The value, if the annotation is a form field. */
  fieldValue?: unknown
}

/** The flags of annotations that a PDF viewer does not show. */
const HIDDEN = 0b10
const NO_VIEW = 0b10_0000

/**
 * Returns the bounds of the annotations that a PDF viewer shows over the text of a page.
 *
 * @param view transforms the coordinates of the PDF to the coordinates of the result
 */
export const notesOf = (annotations: readonly Annotation[], view: Matrix): Box[] =>
  annotations.filter(isShown).map((annotation) => boxIn(annotation, view))

/** Returns the bounds of the form fields with a value. The text of a page does not contain the values of form fields. */
export const filledFields = (annotations: readonly Annotation[], view: Matrix): Box[] =>
  annotations
    .filter(
      ({ fieldValue, ...annotation }) =>
        isShown(annotation) && typeof fieldValue === 'string' && fieldValue !== '',
    )
    .map((annotation) => boxIn(annotation, view))

const boxIn = ({ rect: [left = 0, top = 0, right = 0, bottom = 0] = [] }: Annotation, view: Matrix): Box =>
  boxOf(view, [left, top, right, bottom])

const isShown = ({ subtype, annotationFlags = 0, hasAppearance }: Annotation): boolean =>
  (annotationFlags & (HIDDEN | NO_VIEW)) === 0 &&
  subtype !== 'Link' &&
  subtype !== 'Popup' &&
  (subtype !== 'Widget' || hasAppearance === true)
