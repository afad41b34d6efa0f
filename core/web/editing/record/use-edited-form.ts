import { useEffect, useEffectEvent } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { RecordEdit } from './record-edit.ts'

/** Passes every change of the form to the edit, and values that the edit replaces to the form. */
export function useEditedForm<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  edit: Pick<RecordEdit<NoInfer<Values>, unknown>, 'open' | 'change' | 'onLoad' | 'values'>,
  fill: (values: Values) => void,
): void {
  useEffect(() => edit.open(), [edit])
  // Subscribes instead of watching the values, because rendering the form on every keystroke would be slow.
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: () => edit.change(structuredClone(form.getValues())),
      }),
    [form, edit],
  )
  const onLoad = useEffectEvent(() => fill(edit.values))
  useEffect(() => edit.onLoad(() => onLoad()), [edit])
}
