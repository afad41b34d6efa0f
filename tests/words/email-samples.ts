import type { EmailTemplate } from '../../core/emails/email-template.tsx'

/** Props for each email of a module. A template without samples is a type error. */
export type EmailSamples<Module> = {
  [Name in keyof Module as Module[Name] extends EmailTemplate<never>
    ? Name
    : never]: Module[Name] extends EmailTemplate<infer Props> ? Props[] : never
}
