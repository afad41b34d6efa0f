import type { JSONSchema7 } from 'ai'
import { z } from 'zod'

/** Limits that services refuse in a schema. The reply is checked against the whole schema when it arrives. */
const unsupported = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const

/** The JSON schema of a reply for services that can be told the shape of their replies */
export function toReplyShape(schema: z.ZodType): JSONSchema7 {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const name of unsupported) delete jsonSchema[name]
    },
  })
  // Objects, lists, and texts are the same in every draft of JSON Schema.
  return shape as JSONSchema7
}
