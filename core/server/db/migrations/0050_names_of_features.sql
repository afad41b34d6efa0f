-- not additive
ALTER TABLE "last_looks" DROP CONSTRAINT "last_looks_known_list";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_kind";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_action";--> statement-breakpoint
ALTER TABLE "activity" DROP CONSTRAINT "activity_known_subject";--> statement-breakpoint
ALTER TABLE "outbox_messages" DROP CONSTRAINT "outbox_messages_known_kind";--> statement-breakpoint
ALTER TABLE "media" DROP CONSTRAINT "media_invite_id_author_invites_id_fk";
