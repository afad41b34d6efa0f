import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { importRequest, importResponse } from '../../../contracts/newsletter.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { explainFailure } from '../../api-failures.ts'
import { InputField, TextField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { callSignedIn } from '../sign-in.tsx'

/** Adds people who agreed to get the newsletter somewhere else. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<z.infer<typeof importResponse>>()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const call = z.safeParse(importRequest, Object.fromEntries(new FormData(event.currentTarget)))
    setDone(undefined)
    if (!call.success) return setProblem(call.error.issues[0]?.message ?? '')
    setProblem('')
    try {
      const answer = await callSignedIn(() => callApi('POST', paths.api.subscribers, call.data))
      setDone(z.parse(importResponse, answer))
      await queries.invalidateQueries({ queryKey: [paths.api.subscribers] })
    } catch (error) {
      setProblem(explainFailure(error))
    }
  }

  return (
    <Modal title="Import subscribers" onClose={onClose}>
      <form className="form" noValidate onSubmit={(event) => void send(event)}>
        <p className="form-note">
          Only add people who agreed to get your newsletter. Anyone who unsubscribed stays unsubscribed, and
          subscribers your list marks as unsubscribed are unsubscribed here. Files from Download CSV work as
          is.
        </p>
        {problem && <Notice tone="problem">{problem}</Notice>}
        {done && (
          <Notice tone="success">
            <p>{describeImport(done)}</p>
            {done.refusedCount > 0 && <BadLines {...done} />}
          </Notice>
        )}
        <TextField
          label="Email addresses, one per line, or CSV"
          name="addresses"
          rows={8}
          className="field-control field-text import-list"
        />
        <InputField
          label="How did these people agree?"
          name="consent"
          maxLength={1000}
          hint="For example, “signed up at our spring fair.” Saved with each address."
        />
        <button type="submit" className="btn">
          Import
        </button>
      </form>
    </Modal>
  )
}

type Done = z.infer<typeof importResponse>

function describeImport({ added, known, left, ended, deleted }: Done): string {
  const counts = [
    `${added} added`,
    known > 0 && `${known} already on the list`,
    left > 0 && `${left} stayed unsubscribed`,
    deleted > 0 && `${deleted} skipped because you or they had their data deleted`,
  ]
  const summary = `${counts.filter(Boolean).join(', ')}.`
  if (ended === 0) return summary
  const were =
    ended === 1
      ? '1 subscriber was unsubscribed because your list marks them as unsubscribed.'
      : `${ended} subscribers were unsubscribed because your list marks them as unsubscribed.`
  return `${summary} ${were}`
}

function BadLines({ refused, refusedCount }: Done) {
  const more = refusedCount - refused.length
  return (
    <>
      <p>
        {refusedCount === 1
          ? '1 line was skipped. Fix it and import it again:'
          : `${refusedCount} lines were skipped. Fix them and import them again:`}
      </p>
      <ul className="notice-list">
        {refused.map(({ line, text, reason }) => (
          <li key={line}>
            Line {line} {reason === 'columns' ? 'doesn’t match the header row' : 'has no valid email address'}
            : <bdi>{text}</bdi>
          </li>
        ))}
        {more > 0 && <li>And {more} more</li>}
      </ul>
    </>
  )
}
