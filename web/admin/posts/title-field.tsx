import { useLayoutEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { defaultTopic, suggestionsResponse } from '../../../contracts/assistant.ts'
import { paths } from '../../../contracts/paths.ts'
import { showToast } from '../../ui/toast.ts'
import { AiButton } from './ai-button.tsx'
import { askAi, builtInNote } from './ai-calls.ts'
import { idsOf, type Proposal, type ProposedValues } from './ai-proposal.tsx'
import type { PostValues } from './post-values.ts'

type TitleFieldProps = {
  form: UseFormReturn<PostValues>
  onEnter: () => void
  /** Puts a part of a proposal into the form, and returns the way back. */
  onApply: (values: ProposedValues, from: Proposal) => () => void
}

const titleId = 'post-title'

/** The title looks as it will on the page. */
export function TitleField({ form, onEnter, onApply }: TitleFieldProps) {
  const [suggestions, setSuggestions] = useState<z.infer<typeof suggestionsResponse>>()
  const title = form.register('title')
  const words = useWatch({ control: form.control, name: 'title' })
  useLayoutEffect(() => fitHeight(document.getElementById(titleId), words), [words])

  async function suggest() {
    const { title, excerpt } = form.getValues()
    const prompt = title.trim() || excerpt.trim() || defaultTopic
    try {
      const reply = await askAi(paths.api.aiSuggestions, { prompt })
      if (reply === undefined) return
      const answer = z.parse(suggestionsResponse, reply)
      setSuggestions(answer)
      showToast({
        title: 'AI Suggestions Ready',
        description: `Generated ${answer.suggestions.length} expert suggestions - click any to apply!`,
      })
    } catch (error) {
      // Only logged: the title can be written without.
      console.warn(`No title suggestions: ${error instanceof Error ? error.message : error}`)
    }
  }

  function applySuggestion(suggestion: string) {
    const title = form.getValues('title')
    const values = { title: suggestion }
    const takeBack = onApply(values, {
      action: 'suggest-titles',
      provider: suggestions?.provider,
      actionIds: idsOf(suggestions),
      values,
    })
    setSuggestions(undefined)
    const undo = () => {
      takeBack()
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
        <textarea
          {...title}
          id={titleId}
          rows={1}
          dir="auto"
          aria-label="Title"
          aria-required
          placeholder="Title"
          onChange={(event) => {
            // A headline has one line.
            event.target.value = event.target.value.replaceAll(/\s*\n\s*/g, ' ')
            void title.onChange(event)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
        />
        <AiButton label="AI Suggest" busyLabel="Thinking..." run={suggest} />
      </div>
      {suggestions && (
        <section aria-label="Suggested titles" className="suggestions">
          <ul>
            {suggestions.suggestions.map((suggestion) => (
              <li key={suggestion}>
                <button type="button" className="chip" onClick={() => applySuggestion(suggestion)}>
                  {suggestion}
                </button>
              </li>
            ))}
          </ul>
          {builtInNote(suggestions.provider) && (
            <p className="field-hint">{builtInNote(suggestions.provider)}</p>
          )}
        </section>
      )}
    </div>
  )
}

/** Shows all of a long title in browsers that know no `field-sizing` (WebKit). */
function fitHeight(field: HTMLElement | null, words: string): void {
  if (!field || CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  if (words !== '') field.style.height = `${field.scrollHeight}px`
}
