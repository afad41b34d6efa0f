import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { importAnswer, importCall } from '../../../contracts/newsletter.ts'
import { paths } from '../../../contracts/paths.ts'
import { callApi } from '../../api.ts'
import { InputField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { explainFailure } from '../api.ts'
import { Modal } from '../modal.tsx'
import { callSignedIn } from '../sign-in.tsx'

/** Brings addresses along whose owners have agreed elsewhere. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState<z.infer<typeof importAnswer>>()

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const call = z.safeParse(importCall, Object.fromEntries(new FormData(event.currentTarget)))
    setDone(undefined)
    if (!call.success) return setProblem(call.error.issues[0]?.message ?? '')
    setProblem('')
    try {
      const answer = await callSignedIn(() => callApi('POST', paths.api.subscribers, call.data))
      setDone(z.parse(importAnswer, answer))
      await queries.invalidateQueries({ queryKey: [paths.api.subscribers] })
    } catch (error) {
      setProblem(explainFailure(error))
    }
  }

  return (
    <Modal title="Import addresses" onClose={onClose}>
      <form className="form" noValidate onSubmit={(event) => void send(event)}>
        <p className="form-note">
          Only people who have agreed to get your newsletter. Nobody who left is brought back. A file from
          Export CSV fits as it is.
        </p>
        {problem && <Notice tone="problem">{problem}</Notice>}
        {done && (
          <Notice tone="success">
            <p>
              {done.added} added, {done.known} known already
              {done.left > 0 && `, ${done.left} kept as people who have left`}
              {done.refusedCount > 0 &&
                `, ${done.refusedCount} left out because they are no addresses: ${done.refused.join(', ')}`}
              .
            </p>
          </Notice>
        )}
        <TextField label="Addresses, one on each line, or a CSV" name="addresses" rows={8} />
        <InputField
          label="How did these people agree?"
          name="consent"
          maxLength={1000}
          hint="For example: signed the list at our spring fair. It is kept with each address."
        />
        <button type="submit" className="btn">
          Import
        </button>
      </form>
    </Modal>
  )
}
