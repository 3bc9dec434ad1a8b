-- CreateTable
CREATE TABLE "internal_chat" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" SERIAL NOT NULL,
    "name" TEXT,
    "user_a" INTEGER,
    "user_b" INTEGER,
    "former_name" TEXT,
    "created_by" INTEGER,
    "last_seq" INTEGER NOT NULL DEFAULT 0,
    "last_message_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "internal_chat_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "internal_chat_member" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "chat_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "is_admin" BOOLEAN NOT NULL DEFAULT false,
    "read_seq" INTEGER NOT NULL DEFAULT 0,
    "joined_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "internal_chat_member_pkey" PRIMARY KEY ("tenant_id","chat_id","user_id")
);

-- CreateTable
CREATE TABLE "internal_chat_message" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "id" UUID NOT NULL,
    "chat_id" INTEGER NOT NULL,
    "seq" INTEGER NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'text',
    "user_id" INTEGER NOT NULL,
    "user_name" TEXT NOT NULL,
    "body" TEXT NOT NULL DEFAULT '',
    "media_id" UUID,
    "reply_to_id" UUID,
    "mentions" JSONB NOT NULL DEFAULT '[]',
    "event" JSONB,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "internal_chat_message_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "internal_chat_member_tenant_id_user_id_idx" ON "internal_chat_member"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "internal_chat_message_tenant_id_chat_id_seq_key" ON "internal_chat_message"("tenant_id", "chat_id", "seq");


-- From here on by hand: what the schema language cannot say.

alter table internal_chat
  add foreign key (tenant_id) references tenant,
  add foreign key (tenant_id, created_by) references app_user on delete set null (created_by),
  add check ((name is null) = (user_a is not null) and (user_a is null) = (user_b is null) and user_a < user_b);
-- Two people have one conversation, whoever of them writes first.
create unique index internal_chat_pair on internal_chat (tenant_id, user_a, user_b) where user_a is not null;
create index internal_chat_second on internal_chat (tenant_id, user_b) where user_b is not null;
create index internal_chat_creator on internal_chat (tenant_id, created_by) where created_by is not null;

alter table internal_chat_member
  add foreign key (tenant_id, chat_id) references internal_chat on delete cascade,
  add foreign key (tenant_id, user_id) references app_user on delete cascade;

-- A reply's own message is not referred to: both go with their conversation, and only then.
alter table internal_chat_message
  add foreign key (tenant_id, chat_id) references internal_chat on delete cascade,
  add foreign key (tenant_id, media_id) references media on delete set null (media_id);
create index internal_chat_message_media on internal_chat_message (tenant_id, media_id) where media_id is not null;
create index internal_chat_message_search on internal_chat_message using gin (tenant_id, fold(body) gin_trgm_ops);

do $$
declare t text;
begin
  foreach t in array array['internal_chat', 'internal_chat_member', 'internal_chat_message'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format(
      'create policy own_company on %I using (tenant_id = nullif(current_setting(''app.tenant_id'', true), '''')::int)',
      t);
  end loop;
end $$;

-- Messages of the person's own conversations, newest first; of one conversation alone when it is told. A definer, since
-- under row-level security the index of fragments is not used; the company is still the bound one.
create function internal_chat_search(p_user int, p_chat int, p_fragment text, p_limit int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select g.id from internal_chat_message g
    join internal_chat_member m on m.tenant_id = g.tenant_id and m.chat_id = g.chat_id and m.user_id = p_user
   where g.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int
     and (p_chat is null or g.chat_id = p_chat)
     and fold(g.body) like '%' || replace(replace(replace(fold(p_fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%'
   order by g.created_at desc, g.id desc
   limit p_limit
$$;
