-- not additive
-- Rows that no version of the app has written are brought into the known values first, so that a start never fails on
-- them. Each gets the value that comes closest to how it was treated.
UPDATE "ai_actions" SET "action" = 'enhance-content' WHERE "action" NOT IN ('suggest-titles', 'generate-excerpt', 'generate-post', 'enhance-content', 'transcribe', 'generate-ai-content');--> statement-breakpoint
UPDATE "author_invites" SET "status" = 'revoked' WHERE "status" NOT IN ('pending', 'accepted', 'declined', 'expired', 'revoked', 'submitted', 'changes_requested', 'published');--> statement-breakpoint
UPDATE "blog_posts" SET "author_type" = 'human' WHERE "author_type" NOT IN ('human', 'ai');--> statement-breakpoint
DELETE FROM "last_looks" WHERE "list" NOT IN ('people', 'guests');--> statement-breakpoint
DELETE FROM "left_out" WHERE "what" NOT IN ('click-bots', 'view-bots', 'view-prefetches');--> statement-breakpoint
UPDATE "newsletter_subscriptions" SET "frequency" = 'monthly' WHERE "frequency" NOT IN ('all', 'monthly');--> statement-breakpoint
UPDATE "newsletter_subscriptions" SET "end_reason" = 'removed' WHERE "end_reason" NOT IN ('unsubscribed', 'bounced', 'removed');--> statement-breakpoint
UPDATE "outbox_messages" SET "kind" = 'test' WHERE "kind" NOT IN ('invite', 'guest', 'editor', 'lead', 'confirmation', 'newsletter', 'rights', 'security', 'test');--> statement-breakpoint
UPDATE "outbox_messages" SET "status" = 'withdrawn' WHERE "status" NOT IN ('queued', 'sent', 'failed', 'handed_over', 'withdrawn');--> statement-breakpoint
UPDATE "post_revisions" SET "author_type" = 'human' WHERE "author_type" NOT IN ('human', 'ai');--> statement-breakpoint
UPDATE "post_revisions" SET "cause" = 'save' WHERE "cause" NOT IN ('save', 'autosave', 'publish', 'unpublish', 'restore');--> statement-breakpoint
ALTER TABLE "ai_actions" ADD CONSTRAINT "ai_actions_known_action" CHECK ("ai_actions"."action" in ('suggest-titles', 'generate-excerpt', 'generate-post', 'enhance-content', 'transcribe', 'generate-ai-content'));--> statement-breakpoint
ALTER TABLE "author_invites" ADD CONSTRAINT "author_invites_known_status" CHECK ("author_invites"."status" in ('pending', 'accepted', 'declined', 'expired', 'revoked', 'submitted', 'changes_requested', 'published'));--> statement-breakpoint
ALTER TABLE "blog_posts" ADD CONSTRAINT "blog_posts_known_author_type" CHECK ("blog_posts"."author_type" in ('human', 'ai'));--> statement-breakpoint
ALTER TABLE "last_looks" ADD CONSTRAINT "last_looks_known_list" CHECK ("last_looks"."list" in ('people', 'guests'));--> statement-breakpoint
ALTER TABLE "left_out" ADD CONSTRAINT "left_out_known_what" CHECK ("left_out"."what" in ('click-bots', 'view-bots', 'view-prefetches'));--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD CONSTRAINT "newsletter_subscriptions_known_frequency" CHECK ("newsletter_subscriptions"."frequency" in ('all', 'monthly'));--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD CONSTRAINT "newsletter_subscriptions_known_end_reason" CHECK ("newsletter_subscriptions"."end_reason" in ('unsubscribed', 'bounced', 'removed'));--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_known_kind" CHECK ("outbox_messages"."kind" in ('invite', 'guest', 'editor', 'lead', 'confirmation', 'newsletter', 'rights', 'security', 'test'));--> statement-breakpoint
ALTER TABLE "outbox_messages" ADD CONSTRAINT "outbox_messages_known_status" CHECK ("outbox_messages"."status" in ('queued', 'sent', 'failed', 'handed_over', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_known_author_type" CHECK ("post_revisions"."author_type" in ('human', 'ai'));--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_known_cause" CHECK ("post_revisions"."cause" in ('save', 'autosave', 'publish', 'unpublish', 'restore'));
