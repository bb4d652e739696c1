import { LIMITS } from '../../../shared/sync/formats/xlsx/limits.ts'

/** Runs a test with lower limits of a workbook, because a workbook that exceeds the real limits takes seconds to read. */
export async function withLimits<Result>(
  lower: Partial<Record<keyof typeof LIMITS, number>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const real = { ...LIMITS }
  Object.assign(LIMITS, lower)
  try {
    return await work()
  } finally {
    Object.assign(LIMITS, real)
  }
}
