import { expect, test } from 'vitest'
import { renderMail } from '../../app/emails/render-mail.tsx'
import type { EmailView } from '../../core/emails/email-template.tsx'
import { loadTesting } from '../helpers/feature-testing.ts'
import { originalSite } from '../helpers/original-site.ts'
import type { EmailSamples } from './email-samples.ts'
import { findUnplainWords } from './plain-words.ts'

const link = 'https://everyday.test/link'

const site = originalSite('https://everyday.test')

const ofCore: EmailSamples<typeof import('../../core/emails/office-emails.tsx')> = {
  mondayEmail: [null, '23'].map((more) => ({
    sections: [
      {
        title: 'Next steps',
        lines: [{ text: 'Call Ann', note: 'Ann Example · due today', url: link }],
        more,
      },
    ],
    todayUrl: link,
    mark: '',
  })),
  testMail: [{ askedBy: 'Ann' }],
}
const ofFeatures = await loadTesting<Record<string, object[]>>('email-samples.ts', 'samples')
const all: Record<string, object[]> = Object.assign({}, ofCore, ...ofFeatures)

test('there are samples of all emails', () => {
  const modules = import.meta.glob<object>('../../{core,features/*}/emails/*-emails.tsx', { eager: true })
  const templates = Object.values(modules).flatMap((module) => Object.keys(module))
  expect(Object.keys(all).sort()).toEqual(templates.sort())
})

for (const [template, samples] of Object.entries(all))
  test(`${template} speaks plain American English`, async () => {
    for (const props of samples) {
      const { subject, text, html } = await renderMail({ template, props } as EmailView, site)
      expect(findUnplainWords(`${subject}\n${text}`)).toEqual([])
      // A letter from one person to another begins with its greeting.
      expect(html).toContain(template === 'letter' ? '>Hello Ann,' : '<h1')
    }
  })
