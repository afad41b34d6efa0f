import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Endpoint, responseSchema } from '../../core/contract/endpoint.ts'
import {
  contentEnhance,
  excerptGenerate,
  postGenerate,
  recordingTranscribe,
  titleSuggest,
} from '../../features/assistant/contract/assistant.ts'
import { inviteCreate } from '../../features/guests/contract/invites.ts'
import { waitlistForm } from '../../features/people/contract/waitlist.ts'
import { postSave } from '../../features/posts/contract/posts.ts'

/** The fields of each call that the product's specification names: in the body, and in the response if it names them */
const specified: [Endpoint, string[], string[]?][] = [
  [
    postSave,
    [
      'title',
      'content',
      'excerpt',
      'author',
      'authorType',
      'tags',
      'isPublished',
      'slug',
      'sourceUrl',
      'sourceName',
    ],
  ],
  [inviteCreate, ['email', 'name', 'suggestedTopic', 'customMessage']],
  [waitlistForm.endpoint, ['name', 'email', 'phone', 'company', 'message'], ['success', 'message']],
  [titleSuggest, ['prompt'], ['suggestions']],
  [excerptGenerate, ['content'], ['excerpt']],
  [postGenerate, ['topic'], ['title', 'content', 'excerpt', 'tags']],
  [contentEnhance, ['content', 'style'], ['title', 'enhanced_content', 'excerpt', 'tags']],
  [recordingTranscribe, [], ['text', 'provider']],
]

const keysOf = (schema: unknown): string[] =>
  schema !== null && typeof schema === 'object' && 'shape' in schema ? Object.keys(schema.shape ?? {}) : []

test('docs/api.md names all that the specified calls take and give beyond the specification', () => {
  const text = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `((?:GET|POST) \/api\/[^`]*)` \|(.*)\|(.*)\|$/gm)]
  const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name).toSorted()
  const documented = rows.map(([, call, takes = '', gives = '']) => [call, namesIn(takes), namesIn(gives)])
  const actual = specified.map(([endpoint, takes, gives]) => {
    const more = (schema: unknown, known: string[]) =>
      keysOf(schema)
        .filter((name) => !known.includes(name))
        .toSorted()
    const response = gives ? more(responseSchema(endpoint, 200), gives) : []
    for (const name of takes) if (endpoint.body) expect(keysOf(endpoint.body), endpoint.path).toContain(name)
    return [`${endpoint.method} ${endpoint.path}`, more(endpoint.body, takes), response]
  })
  expect(documented).toEqual(actual)
})
