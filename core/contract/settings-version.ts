import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Stands for the values of a settings form: it changes whenever they do. */
const version = z.string()

/** A response with what a settings form shows */
export const withVersion = <Shape extends z.core.$ZodShape>(shape: Shape) => z.object({ ...shape, version })

/**
 * A request that saves a settings form. With an old version, the response is 409 with the current values. Without one,
 * as programs send it, whatever is stored is replaced.
 */
export const basedOn = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject({ ...shape, version: z.optional(version) })

/** The endpoints that read and save a settings form at one address. `read` and `update` are their summaries. */
export const settingsForm = <Values extends z.core.$ZodShape, Response extends z.core.$ZodType>(
  path: string,
  form: { read: string; update: string; description?: string; values: Values; response: Response },
) => {
  const { read, update, description, values, response } = form
  return {
    read: endpoint('GET', path, { summary: read, response }),
    update: endpoint('PUT', path, {
      summary: update,
      ...(description !== undefined && { description }),
      body: basedOn(values),
      response,
    }),
  }
}
