import { useState } from 'react'
import { type UseFormReturn, useFormState, useWatch } from 'react-hook-form'
import { formatTimeZone, timeOf } from '../../../../core/contract/format-date.ts'
import { may } from '../../../../core/contract/roles.ts'
import { slugLength, slugOf } from '../../../../core/contract/slug.ts'
import { useCurrentUser } from '../../../../core/web/admin/current-user.ts'
import { SmallButton } from '../../../../core/web/ui/button.tsx'
import { InputField, Options, SelectField } from '../../../../core/web/ui/field.tsx'
import { lazyDialog } from '../../../../core/web/ui/lazy-part.tsx'
import { addressesOf, type PostKind } from '../../contract/post-kinds.ts'
import { authorTypeLabels, authorTypes, type Post, postFields, postLimits } from '../../contract/posts.ts'
import { DisclosureNote } from './disclosure-note.tsx'
import { ExcerptField } from './excerpt-field.tsx'
import { kindWords } from './kind-words.ts'
import { PanelGroup } from './panel-group.tsx'
import { PictureField } from './picture-field.tsx'
import type { PostAutosave } from './post-autosave.ts'
import { isPublic, isScheduled, type PostValues, toLocalTime } from './post-values.ts'
import { SearchAndSocial } from './search-and-social.tsx'
import { TagField } from './tag-field.tsx'
import { TranscriptField } from './transcript-field.tsx'
import type { Proposals } from './use-proposals.ts'

const RevisionsDialog = lazyDialog(() => import('./revisions-dialog.tsx'), 'RevisionsDialog')

type PostPanelProps = {
  form: UseFormReturn<PostValues>
  kind: PostKind
  autosave: PostAutosave
  proposals: Proposals
}

/** The fields of a post other than its title and content */
export function PostPanel({ form, kind, autosave, proposals }: PostPanelProps) {
  const { post } = autosave
  const user = useCurrentUser()
  const [showsRevisions, setShowsRevisions] = useState(false)
  const [title, transcript] = useWatch({ control: form.control, name: ['title', 'transcript'] })
  return (
    <aside className="post-panel" aria-label={`About this ${kindWords[kind].noun}`}>
      <PanelGroup title="Publishing" startsOpen>
        {may(user, 'publish') ? (
          <PublishingFields form={form} kind={kind} post={post} />
        ) : (
          <DraftOnly form={form} kind={kind} post={post} />
        )}
        <SlugField form={form} kind={kind} post={post} />
        {post && (
          <p>
            <SmallButton onClick={() => setShowsRevisions(true)}>Version history</SmallButton>
          </p>
        )}
      </PanelGroup>
      <PanelGroup title="Details" startsOpen>
        {kind === 'post' && <AuthorFields form={form} post={post} />}
        <PictureField form={form} kind={kind} />
        <ExcerptField form={form} kind={kind} proposals={proposals} />
        {kind === 'post' && <TagsAndSource form={form} />}
        <TranscriptField postId={post?.id} fresh={transcript} />
      </PanelGroup>
      <SearchAndSocial form={form} kind={kind} slug={slugOnSave(title, post)} />
      {post && showsRevisions && (
        <RevisionsDialog
          post={post}
          current={autosave.asSaved(form.getValues())}
          isDirty={autosave.state.dirty}
          onClose={() => setShowsRevisions(false)}
          onRestored={(restored) => {
            setShowsRevisions(false)
            autosave.accept(restored)
          }}
        />
      )}
    </aside>
  )
}

type FieldsProps = { form: UseFormReturn<PostValues> }

/** Only posts show who wrote them. For an imported one, "Not stated" is a choice until someone has said who it was. */
function AuthorFields({ form, post }: Omit<PostFieldProps, 'kind'>) {
  const [authorType, isStated] = useWatch({ control: form.control, name: ['authorType', 'isAuthorStated'] })
  const mayStaySilent = post?.disclosure === 'unknown' || !isStated
  const isSilent = !isStated && authorType === 'human'
  return (
    <>
      <InputField
        label="Author *"
        required
        dir="auto"
        maxLength={postLimits.author}
        {...form.register('author')}
      />
      <SelectField
        label={postFields.authorType.label}
        hint={
          isSilent ? 'It was imported, so readers aren’t told whether a person or AI wrote it.' : undefined
        }
        value={isSilent ? '' : authorType}
        onChange={({ currentTarget: { value } }) => {
          form.setValue('isAuthorStated', value !== '')
          form.setValue('authorType', value === 'ai' ? 'ai' : 'human')
        }}
      >
        {mayStaySilent && <option value="">Not stated</option>}
        <Options of={authorTypes.map((type) => [type, authorTypeLabels[type]])} />
      </SelectField>
    </>
  )
}

function TagsAndSource({ form }: FieldsProps) {
  const tags = useWatch({ control: form.control, name: 'tags' })
  return (
    <>
      <TagField tags={tags} onChange={(tags) => form.setValue('tags', tags)} />
      <InputField
        label="Source URL"
        type="url"
        maxLength={postLimits.sourceUrl}
        hint="Optional. Link to the original story."
        {...form.register('sourceUrl')}
      />
      <InputField
        label="Source name"
        dir="auto"
        maxLength={postLimits.sourceName}
        hint="Optional."
        {...form.register('sourceName')}
      />
    </>
  )
}

type PostFieldProps = FieldsProps & { kind: PostKind; post: Post | undefined }

/** For users who may not publish, in place of the switch */
const DraftOnly = ({ form, kind, post }: PostFieldProps) => (
  <div className="draft-only">
    <p>
      <span className="badge badge-draft">Draft</span>
    </p>
    <p className="field-hint">
      Editors and owners publish {kindWords[kind].noun}s. Save your draft, and ask one of them.
    </p>
    <DisclosureNote form={form} kind={kind} saved={post} />
  </div>
)

/** The switch that publishes the post, and the time of publication */
function PublishingFields({ form, kind, post }: PostFieldProps) {
  const [isPublished, publishAt] = useWatch({ control: form.control, name: ['isPublished', 'publishAt'] })
  return (
    <>
      <div>
        <label className="switch">
          <span>{isPublished ? 'Published' : 'Draft'}</span>
          <input type="checkbox" role="switch" aria-checked={isPublished} {...form.register('isPublished')} />
        </label>
        <p className="field-hint">{publishingHint(kindWords[kind].noun, post, isPublished, publishAt)}</p>
        <DisclosureNote form={form} kind={kind} saved={post} />
      </div>
      {isPublished && (!post?.isPublished || isScheduled(post)) && (
        <InputField
          label="Publish at"
          type="datetime-local"
          hint={`Optional, ${formatTimeZone()}. Leave blank to publish now.`}
          {...form.register('publishAt', {
            // Clearing the time of a scheduled post means "publish now". A blank field would keep the scheduled time.
            onChange: () => {
              if (form.getValues('publishAt') === '' && isScheduled(post))
                form.setValue('publishAt', toLocalTime(new Date()))
            },
          })}
        />
      )}
    </>
  )
}

function publishingHint(
  noun: string,
  post: Post | undefined,
  isPublished: boolean,
  publishAt: string,
): string {
  const wasPublic = isPublic(post)
  if (wasPublic && isPublished) return `Readers see your changes when you update the ${noun}.`
  if (wasPublic) return `Readers no longer see it once you update the ${noun}.`
  if (isPublished && publishAt !== '' && timeOf(publishAt) > new Date())
    return 'Goes live at the time below once you save.'
  if (isPublished) return 'Goes live as soon as you save.'
  return 'Only your team can see it.'
}

function SlugField({ form, kind, post }: PostFieldProps) {
  const title = useWatch({ control: form.control, name: 'title' })
  const { errors } = useFormState({ control: form.control, name: 'slug' })
  const slug = slugOnSave(title, post)
  return (
    <InputField
      label={kindWords[kind].slugLabel}
      maxLength={slugLength}
      autoCapitalize="none"
      spellCheck={false}
      placeholder={slug}
      hint={slugHint(kind, slug, post)}
      error={errors.slug?.message}
      {...form.register('slug', { onChange: () => form.clearErrors('slug') })}
    />
  )
}

/** The slug that the post gets if the field is left blank. Undefined if only the server can compute the slug. */
function slugOnSave(title: string, post: Post | undefined): string | undefined {
  if (post && (post.hasBeenPublic || (post.slugFollowsTitle && title === post.title))) return post.slug
  // The server transliterates other scripts to ASCII first.
  return (/^\p{ASCII}*$/u.test(title) && slugOf(title)) || undefined
}

function slugHint(kind: PostKind, slug: string | undefined, post: Post | undefined): string {
  const address = addressesOf[kind].html
  if (post?.hasBeenPublic)
    return `The old ${kind === 'page' ? 'address' : 'URL'} will keep working. Leave blank to keep ${address(post.slug)}`
  return slug ? `Leave blank to use the title: ${address(slug)}` : 'Leave blank to use the title.'
}
