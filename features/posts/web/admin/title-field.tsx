import { use, useLayoutEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { TitleInput } from '../editor/title-input.tsx'
import { PostToolsContext } from './post-tools.ts'
import type { PostValues } from './post-values.ts'
import type { Proposals } from './use-proposals.ts'

type TitleFieldProps = {
  form: UseFormReturn<PostValues>
  onEnter: () => void
  proposals: Proposals
}

export function TitleField({ form, onEnter, proposals }: TitleFieldProps) {
  const { ref, ...title } = form.register('title')
  const text = useWatch({ control: form.control, name: 'title' })
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => fitHeight(field.current, text), [text])
  const { button, below } = use(PostToolsContext).useTitle(form, proposals)

  return (
    <div className="title-field">
      <div className="title-row">
        <TitleInput
          {...title}
          ref={(element) => {
            ref(element)
            field.current = element
          }}
          onEnter={onEnter}
        />
        {button}
      </div>
      {below}
    </div>
  )
}

/** Grows the field to show all of a long title, in browsers without `field-sizing` (WebKit). */
function fitHeight(field: HTMLElement | null, text: string): void {
  if (!field || CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  if (text !== '') field.style.height = `${field.scrollHeight}px`
}
