import * as z from 'zod/mini'

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
