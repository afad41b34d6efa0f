import { useState } from 'react'
import { webAddressLength } from '../../../../../core/contract/web-address.ts'
import { queryKeyOf } from '../../../../../core/web/admin/api.ts'
import { useApiMutation } from '../../../../../core/web/admin/use-api-mutation.ts'
import { QuietButton, SubmitButton } from '../../../../../core/web/ui/button.tsx'
import { InputField } from '../../../../../core/web/ui/field.tsx'
import { Form } from '../../../../../core/web/ui/form.tsx'
import { Notice } from '../../../../../core/web/ui/notice.tsx'
import {
  importCancel,
  importCheck,
  importFormatLabels,
  importList,
  importStart,
  type SiteImport,
} from '../../../contract/imports.ts'
import { Counts, isUnchanged } from './counts.tsx'
import { Notes } from './notes.tsx'

type UncheckedProps = { row: SiteImport; problem: string | undefined; onChanged: () => void }

/** An uploaded import: what the check found, and the choices before the start */
export function UncheckedImport({ row, problem, onChanged }: UncheckedProps) {
  const { id, state, checked, format, files } = row
  const isAddressAsked = format === null || format === 'ghost' || format === 'markdown'
  const [isDraft, setIsDraft] = useState(false)
  const [oldAddress, setOldAddress] = useState(row.options.oldAddress ?? '')
  const options = { alwaysInvalidates: [queryKeyOf(importList)], onReloaded: onChanged }
  const checking = useApiMutation(importCheck, options)
  const starting = useApiMutation(importStart, options)
  const canceling = useApiMutation(importCancel, options)
  const isChecked = state === 'checked'
  const failure = problem ?? checking.problem ?? starting.problem ?? canceling.problem

  const address = oldAddress.trim() === '' ? {} : { oldAddress: oldAddress.trim() }

  function start(typed: FormData) {
    const author = String(typed.get('author') ?? '').trim()
    const status = isDraft ? ('draft' as const) : ('as-in-file' as const)
    starting.run({ params: { id }, body: { status, ...(author !== '' && { author }), ...address } })
  }

  return (
    <>
      {failure && <Notice tone="problem">{failure}</Notice>}
      <p>
        <bdi>{files[0]?.name}</bdi>
        {format && ` (${importFormatLabels[format]})`}.{' '}
        {isChecked &&
          (isUnchanged(checked)
            ? 'Everything in this file was imported before. Another import changes nothing.'
            : 'Nothing has changed yet. The import will add:')}
      </p>
      <Counts counts={checked} />
      <Form onSubmit={start}>
        <fieldset className="import-choice">
          <legend>Public posts and pages</legend>
          <label className="check">
            <input type="radio" name="status" checked={!isDraft} onChange={() => setIsDraft(false)} />
            Stay public
          </label>
          <label className="check">
            <input type="radio" name="status" checked={isDraft} onChange={() => setIsDraft(true)} />
            Become drafts, so that you can look first
          </label>
        </fieldset>
        <InputField
          label="One author for all (optional)"
          name="author"
          maxLength={200}
          hint="Leave it empty to keep the names in the file."
        />
        {isAddressAsked && (
          <InputField
            label="Address of the old site (optional)"
            inputMode="url"
            maxLength={webAddressLength}
            value={oldAddress}
            onChange={({ currentTarget }) => setOldAddress(currentTarget.value)}
            hint="Ghost and Markdown files rarely name it. Links to missing images and to other files need it."
          />
        )}
        <div className="form-actions">
          <SubmitButton busy={starting.busy} label="Start import" />
          {(!isChecked || isAddressAsked) && (
            <QuietButton busy={checking.busy} onClick={() => checking.run({ params: { id }, body: address })}>
              {isChecked ? 'Check again' : 'Check first'}
            </QuietButton>
          )}
          <QuietButton busy={canceling.busy} onClick={() => canceling.run({ params: { id }, body: {} })}>
            Cancel
          </QuietButton>
        </div>
      </Form>
      {isChecked && (checked.notes ?? 0) > 0 && <Notes id={id} phase="check" />}
    </>
  )
}
