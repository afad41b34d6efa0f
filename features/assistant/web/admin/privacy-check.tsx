import { useState, useSyncExternalStore } from 'react'
import { callSignedIn } from '../../../../core/web/admin/repeated-requests.ts'
import { call } from '../../../../core/web/api.ts'
import { AskDialog } from '../../../../core/web/ui/ask-dialog.tsx'
import { CheckBox } from '../../../../core/web/ui/check-box.tsx'
import { createStore } from '../../../../core/web/ui/create-store.ts'
import { toggled } from '../../../../core/web/ui/toggled.ts'
import { detailCheck, detailLabels, type Finding } from '../../contract/privacy-guard.ts'

type Waiting = { findings: Finding[]; settle: (keep: string[] | undefined) => void }

const question = createStore<Waiting | undefined>(undefined)

/**
 * Before a text goes to an AI service, asks the user which personal details to hide. Does not ask if the text has none.
 * Returns the details that may be sent unchanged, or undefined if the user chose not to send the text.
 */
export async function checkBeforeSending(text: string): Promise<string[] | undefined> {
  const { findings } = await callSignedIn(() => call(detailCheck, { body: { text } }))
  if (findings.length === 0) return []
  // A question that is still open belongs to an older request, which this request replaces.
  question.read()?.settle(undefined)
  const { promise, resolve } = Promise.withResolvers<string[] | undefined>()
  const asked = { findings, settle: resolve }
  question.set(asked)
  const keep = await promise
  if (question.read() === asked) question.set(undefined)
  return keep
}

/** Rendered once in the app; opens when `checkBeforeSending` has something to ask. */
export function PrivacyDialog() {
  const open = useSyncExternalStore(question.subscribe, question.read)
  return open ? <Question {...open} /> : null
}

function Question({ findings, settle }: Waiting) {
  const [keep, setKeep] = useState<ReadonlySet<string>>(new Set())
  const hidden = findings.length - keep.size
  return (
    <AskDialog
      title="Before we send this to the AI service"
      yes={
        hidden === findings.length ? 'Hide and send' : hidden === 0 ? 'Send as is' : `Hide ${hidden} and send`
      }
      no="Don’t send"
      onYes={() => settle([...keep])}
      onClose={() => settle(undefined)}
    >
      <p>
        {findings.length === 1
          ? 'We found 1 personal detail. We’ll send a placeholder instead and put the real words back in the answer.'
          : `We found ${findings.length} personal details. We’ll send placeholders instead and put the real words back in the answer.`}
      </p>
      <fieldset className="privacy-list">
        <legend>Hide from the AI service</legend>
        {findings.map(({ kind, text }) => (
          <CheckBox key={text} checked={!keep.has(text)} onChange={() => setKeep(toggled(keep, text))}>
            <span>
              <b dir="auto">{text}</b> <span className="privacy-kind">{detailLabels[kind]}</span>
            </span>
          </CheckBox>
        ))}
      </fieldset>
    </AskDialog>
  )
}
