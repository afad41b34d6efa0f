import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { excerptOf } from '../../../../core/contract/excerpt.ts'
import { siteNameKey } from '../../../../core/web/admin/site-name.ts'
import { InputField, TextField } from '../../../../core/web/ui/field.tsx'
import { addressesOf, type PostKind } from '../../contract/post-kinds.ts'
import { postPaths } from '../../contract/post-paths.ts'
import { postFields, postLimits, suggestedLengths } from '../../contract/posts.ts'
import { searchDescriptionOf, searchTitleOf } from '../blog/search-and-social.ts'
import { PanelGroup } from './panel-group.tsx'
import { PictureChoice } from './picture-field.tsx'
import type { PostValues } from './post-values.ts'

type SearchAndSocialProps = {
  form: UseFormReturn<PostValues>
  kind: PostKind
  /** The slug that the post gets if none is typed; undefined if only the server can compute it */
  slug: string | undefined
}

/** What search engines and social networks show of the post, with a preview */
export function SearchAndSocial({ form, kind, slug }: SearchAndSocialProps) {
  const [seoTitle, seoDescription, socialImageUrl] = useWatch({
    control: form.control,
    name: ['seoTitle', 'seoDescription', 'socialImageUrl'],
  })
  return (
    <PanelGroup title="Search and social" whileOpen={<Previews form={form} kind={kind} slug={slug} />}>
      <InputField
        label={postFields.seoTitle.label}
        dir="auto"
        maxLength={postLimits.seoTitle}
        hint={lengthHint(seoTitle, suggestedLengths.seoTitle, 'Optional. Leave blank to use the title.')}
        {...form.register('seoTitle')}
      />
      <TextField
        label={postFields.seoDescription.label}
        rows={3}
        dir="auto"
        maxLength={postLimits.seoDescription}
        hint={lengthHint(
          seoDescription,
          suggestedLengths.seoDescription,
          kind === 'post'
            ? 'Optional. Leave blank to use the excerpt.'
            : 'Optional. Leave blank to use the description above.',
        )}
        {...form.register('seoDescription')}
      />
      <PictureChoice
        legend={postFields.socialImageUrl.label}
        hint="Optional, best at 1200 × 630 pixels or larger. Without one, we make one with the title."
        alt="Shown where people share the link"
        src={socialImageUrl}
        onChange={(src) => form.setValue('socialImageUrl', src)}
      />
    </PanelGroup>
  )
}

/** The hint of a field, or how many of the suggested characters are used */
function lengthHint(text: string, suggested: number, hint: string): string {
  const { length } = text.trim()
  if (length === 0) return hint
  return length <= suggested
    ? `${length} of about ${suggested} characters.`
    : `${length} characters. Search engines show about ${suggested}, so put the important words first.`
}

function Previews({ form, kind, slug }: SearchAndSocialProps) {
  const values = useWatch({ control: form.control })
  const siteName = useQueryClient().getQueryData<string>(siteNameKey) ?? location.hostname
  const { content = '', excerpt = '', seoTitle, seoDescription, socialImageUrl, author = '' } = values
  const title = values.title?.trim() || 'Your title'
  const shownTitle = searchTitleOf({ title, seoTitle })
  const description =
    searchDescriptionOf({ excerpt: excerpt.trim() || excerptOf(content), seoDescription }) ||
    'The first words of your text.'
  const address = addressesOf[kind].html(values.slug || slug || '…')
  return (
    <>
      <figure className="preview-figure">
        <figcaption>In search results</figcaption>
        <div className="preview-result">
          <p className="preview-site">{siteName}</p>
          <p className="preview-address">{`${location.host}${address}`.replaceAll('/', ' › ')}</p>
          <p className="preview-title" dir="auto">
            {cut(`${shownTitle} - ${siteName}`, suggestedLengths.seoTitle)}
          </p>
          <p dir="auto">{cut(description, suggestedLengths.seoDescription)}</p>
        </div>
      </figure>
      <figure className="preview-figure">
        <figcaption>When someone shares the link</figcaption>
        <div className="preview-card">
          {socialImageUrl ? (
            <img src={socialImageUrl} alt="" />
          ) : (
            <DrawnPicture kind={kind} title={title} author={author} />
          )}
          <div className="preview-card-words">
            <p className="preview-address">{location.hostname}</p>
            <p className="preview-card-title" dir="auto">
              {cut(shownTitle, suggestedLengths.seoTitle)}
            </p>
            <p className="preview-card-line" dir="auto">
              {description}
            </p>
          </div>
        </div>
      </figure>
    </>
  )
}

/** Ms without a keystroke before the picture is drawn again */
const pauseMs = 600

/** The picture that the server draws if none is chosen */
function DrawnPicture(shown: { kind: PostKind; title: string; author: string }) {
  const { kind, title, author } = shown
  const [drawn, setDrawn] = useState(shown)
  // An effect, because the server is asked only when typing pauses.
  useEffect(() => {
    const timer = setTimeout(() => setDrawn({ kind, title, author }), pauseMs)
    return () => clearTimeout(timer)
  }, [kind, title, author])
  return <img src={`${postPaths.socialPreview}?${new URLSearchParams(drawn)}`} alt={drawn.title} />
}

const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
