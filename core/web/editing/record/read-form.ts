import type * as z from 'zod/mini'

/** Why a form is not saved: a message above it, and messages by the path of the field */
export type Mistakes = { message?: string; mistakes: Record<string, string>; request?: undefined }
export type Read<Request> = { request: Request; mistakes?: undefined } | Mistakes

/** Reads a form by the schema of its request: the request, or the first mistake of each field. */
export function readForm<Request>(schema: z.ZodMiniType<Request>, typed: unknown): Read<Request> {
  const checked = schema.safeParse(typed)
  if (checked.success) return { request: checked.data }
  const mistakes: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) mistakes[path.join('.')] ??= message
  return { mistakes }
}
