/** A file that the office publishes below one of its pages. */
export interface OfficeFile {
  /** `/hojas/solicitudes-2026-11-02.csv` */
  path: string
  body: () => Buffer | AsyncIterable<Uint8Array | string>
  /** Its Content-Type. */
  type: string
}
