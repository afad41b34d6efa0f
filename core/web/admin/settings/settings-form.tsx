import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { Endpoint, RequestInput, ResponseBody } from '../../../contract/endpoint.ts'
import { call } from '../../api.ts'
import type { EditedRecord } from '../../editing/record/record-edit.ts'
import { SubmitButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { RecordForm, type RecordOptions, useRecordForm } from '../record-form.tsx'

type BodyOf<E extends Endpoint> = RequestInput<E> extends { body: infer Body extends object } ? Body : never

type SettingsOptions<E extends Endpoint, Values, Saved> = Pick<EditedRecord<Values, Saved>, 'valuesOf'> &
  Pick<RecordOptions<Values, Saved, BodyOf<E>>, 'saved' | 'id' | 'labels' | 'show' | 'read' | 'refuse'> & {
    endpoint: E
    /** True if unsaved values may be kept in this browser */
    isKept?: boolean
    /** Key of the query that loaded the settings. The response of the save replaces the cached data. */
    queryKey?: QueryKey
    onSaved?: (response: ResponseBody<E>) => unknown
    /** Title of the toast after saving. */
    success?: string
  }

/** The state of a form whose button sends it to one endpoint. `Saved` is what the form edits; undefined for a new record. */
export function useSettingsForm<E extends Endpoint, Values extends FieldValues, Saved>({
  endpoint,
  isKept = false,
  queryKey,
  onSaved,
  success = 'Settings saved',
  ...options
}: SettingsOptions<E, Values, Saved>) {
  const queries = useQueryClient()
  return useRecordForm<Values, Saved, BodyOf<E>>({
    ...options,
    endpoint,
    keyOf: () => (isKept ? `settings:${options.id}` : undefined),
    noun: 'these settings',
    async send(request, { version }) {
      const body = version === undefined ? request : { ...request, version }
      // The casts are safe, because the body is the endpoint's own, and the form edits what it responds with.
      const response = await call(endpoint as Endpoint, { body } as never)
      return response as unknown as NonNullable<Saved>
    },
    async onSaved(saved, _, description) {
      if (queryKey) queries.setQueryData(queryKey, saved)
      await onSaved?.(saved as unknown as ResponseBody<E>)
      showToast({ title: success, description })
    },
  })
}

type SettingsFormProps = {
  record: Pick<ReturnType<typeof useRecordForm>, 'restoring' | 'problem' | 'dialog' | 'isDirty' | 'busy'> & {
    save: (how: undefined) => void
  }
  /** Text above the fields. */
  note: string
  button?: string
  /** True for a form that makes something new. Its button stays below its fields, which may be few. */
  isShort?: boolean
  children: ReactNode
}

export function SettingsForm({
  record,
  note,
  button = 'Save settings',
  isShort = false,
  children,
}: SettingsFormProps) {
  const submit = <SubmitButton busy={record.busy} label={button} busyLabel="Saving..." />
  return (
    <RecordForm
      record={record}
      note={note}
      onSave={() => record.save(undefined)}
      buttons={isShort ? undefined : submit}
    >
      {children}
      {isShort && <div>{submit}</div>}
    </RecordForm>
  )
}
