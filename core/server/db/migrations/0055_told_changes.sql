-- additive
ALTER TABLE "training_mails" ADD COLUMN "changes" text[] DEFAULT '{}' NOT NULL;