import { useLayoutEffect, useRef, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { defaultTopic, titleSuggest } from '../../../contracts/assistant.ts'
import type { ResponseBody } from '../../../contracts/endpoint.ts'
import { TitleInput } from '../../editing/title-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { AiButton } from './ai-button.tsx'
import { askAi, builtInNote } from './ai-calls.ts'
import { idsOf, type Proposal, type ProposedValues } from './ai-proposal.tsx'
import type { PostValues } from './post-values.ts'

type Suggestions = ResponseBody<typeof titleSuggest>

type TitleFieldProps = {
  form: UseFormReturn<PostValues>
  onEnter: () => void
  /** Puts AI-written values into the form. Returns a function that undoes the change. */
  onApply: (values: ProposedValues, from: Proposal) => () => void
}

export function TitleField({ form, onEnter, onApply }: TitleFieldProps) {
  const [suggestions, setSuggestions] = useState<Suggestions>()
  const { ref, ...title } = form.register('title')
  const text = useWatch({ control: form.control, name: 'title' })
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => fitHeight(field.current, text), [text])

  async function suggest() {
    const { title, excerpt } = form.getValues()
    const prompt = title.trim() || excerpt.trim() || defaultTopic
    try {
      const response = await askAi(titleSuggest, { prompt })
      if (response === undefined) return
      setSuggestions(response)
      showToast({
        title: 'AI Suggestions Ready',
        description: `Generated ${response.suggestions.length} expert suggestions - click any to apply!`,
      })
    } catch (error) {
      // Only logged, because suggestions are optional and the user can continue without them.
      console.warn(`No title suggestions: ${error instanceof Error ? error.message : error}`)
    }
  }

  function applySuggestion(suggestion: string) {
    const title = form.getValues('title')
    const values = { title: suggestion }
    const undoApply = onApply(values, {
      action: 'suggest-titles',
      provider: suggestions?.provider,
      actionIds: idsOf(suggestions),
      values,
    })
    setSuggestions(undefined)
    const undo = () => {
      undoApply()
      form.setFocus('title')
    }
    showToast({
      title: 'Applied',
      ...(title.trim() !== '' && {
        actions: [{ label: 'Undo', altText: `Write the title again: ${title}`, run: undo }],
      }),
    })
    form.setFocus('title')
  }

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
        <AiButton label="AI Suggest" busyLabel="Thinking..." run={suggest} />
      </div>
      {suggestions && <SuggestedTitles suggestions={suggestions} onChoose={applySuggestion} />}
    </div>
  )
}

type SuggestedTitlesProps = { suggestions: Suggestions; onChoose: (title: string) => void }

function SuggestedTitles({ suggestions, onChoose }: SuggestedTitlesProps) {
  const note = builtInNote(suggestions.provider)
  return (
    <section aria-label="Suggested titles" className="suggestions">
      <ul>
        {suggestions.suggestions.map((suggestion) => (
          <li key={suggestion}>
            <button type="button" className="chip" onClick={() => onChoose(suggestion)}>
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
      {note && <p className="field-hint">{note}</p>}
    </section>
  )
}

/** Grows the field to show all of a long title, in browsers without `field-sizing` (WebKit). */
function fitHeight(field: HTMLElement | null, text: string): void {
  if (!field || CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  if (text !== '') field.style.height = `${field.scrollHeight}px`
}
