import * as z from 'zod/mini'
import { roles } from './roles.ts'

/** The part of a JSON Schema that the page about the API shows. */
export type ShownSchema = {
  type?: string | string[] | undefined
  anyOf?: ShownSchema[] | undefined
  properties?: Record<string, ShownSchema> | undefined
  required?: string[] | undefined
  items?: ShownSchema | undefined
}
const shownSchema: z.ZodMiniType<ShownSchema> = z.lazy(() =>
  z.object({
    type: z.optional(z.union([z.string(), z.array(z.string())])),
    anyOf: z.optional(z.array(shownSchema)),
    properties: z.optional(z.record(z.string(), shownSchema)),
    required: z.optional(z.array(z.string())),
    items: z.optional(shownSchema),
  }),
)

const content = z.optional(z.record(z.string(), z.object({ schema: z.optional(shownSchema) })))

const operation = z.object({
  summary: z.optional(z.string()),
  description: z.optional(z.string()),
  /** One requirement for each way to get access: `session`, or `token` with the scope. An empty one: everyone. */
  security: z.optional(z.array(z.record(z.string(), z.array(z.string())))),
  /** Lowest role of the users who may do it */
  'x-role': z.optional(z.enum(roles)),
  parameters: z.optional(
    z.array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.optional(z.boolean()),
        schema: z.optional(shownSchema),
      }),
    ),
  ),
  requestBody: z.optional(z.object({ content })),
  responses: z.optional(z.record(z.string(), z.object({ description: z.optional(z.string()), content }))),
})
export type ApiOperation = z.infer<typeof operation>

/** The part of an OpenAPI 3.1 document that the page about the API shows */
export const apiDescription = z.object({
  info: z.object({ title: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})
export type ApiDescription = z.infer<typeof apiDescription>
