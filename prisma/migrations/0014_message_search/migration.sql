-- CreateTable
CREATE TABLE "draft" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "ticket_id" INTEGER NOT NULL,
    "is_note" BOOLEAN NOT NULL DEFAULT false,
    "body" TEXT NOT NULL DEFAULT '',
    "reply_to_id" UUID,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "draft_pkey" PRIMARY KEY ("tenant_id","user_id","ticket_id","is_note")
);

-- CreateTable
CREATE TABLE "shortcut_choice" (
    "tenant_id" INTEGER NOT NULL DEFAULT nullif(current_setting('app.tenant_id', true), '')::int,
    "user_id" INTEGER NOT NULL,
    "keys" JSONB NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "shortcut_choice_pkey" PRIMARY KEY ("tenant_id","user_id")
);

-- CreateIndex
CREATE INDEX "draft_tenant_id_ticket_id_idx" ON "draft"("tenant_id", "ticket_id");


-- From here on by hand: what the schema language cannot say.

alter table draft
  add foreign key (tenant_id, user_id) references app_user on delete cascade,
  add foreign key (tenant_id, ticket_id) references ticket on delete cascade;
alter table shortcut_choice add foreign key (tenant_id, user_id) references app_user on delete cascade;

alter table draft enable row level security;
alter table draft force row level security;
create policy own_company on draft using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);
alter table shortcut_choice enable row level security;
alter table shortcut_choice force row level security;
create policy own_company on shortcut_choice using (tenant_id = nullif(current_setting('app.tenant_id', true), '')::int);

-- What a message says, as people search for it: its text, and what it was changed to.
create function message_words(p_body text, p_content jsonb, p_edited timestamptz) returns text
  language sql immutable parallel safe
  return fold(case when p_edited is null then p_body else p_body || ' ' || coalesce(p_content->>'text', '') end);

-- The day is part of the index, so that a search reads it day by day from the newest: a word of every second message
-- is found in the last days without the rest being touched. Measured: 75 microseconds more per written message; what
-- is written waits in a list that is merged in bulk, short enough for the writer that merges it and for searches, which
-- read it whole.
create index message_search on message using gin (
  tenant_id, ((created_at at time zone 'UTC')::date), message_words(body, content, edited_at) gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 1024);

-- The oldest day on which there can be a message: a ticket is older than its messages, and lower ids are older tickets.
create function message_search_floor() returns date
language sql stable set search_path = public, pg_temp as $$
  select (min(o.created_at) at time zone 'UTC')::date - 1
    from (select t.created_at from ticket t order by t.tenant_id, t.id limit 100) o
$$;

-- Messages of some days with all fragments. A definer, since under row-level security the index of fragments is not
-- used; the company is still the bound one, and who asks joins the tickets that they see.
create function message_search(p_days date[], p_patterns text[])
returns table (id uuid, ticket_id int, seq int, created_at timestamptz)
language sql stable security definer rows 1000 set search_path = public, pg_temp
set enable_seqscan = off set enable_indexscan = off set plan_cache_mode = force_generic_plan as $$
  select m.id, m.ticket_id, m.seq, m.created_at from message m
   where m.tenant_id = nullif(current_setting('app.tenant_id', true), '')::int
     and (m.created_at at time zone 'UTC')::date = any(p_days)
     and message_words(m.body, m.content, m.edited_at) like p_patterns[1]
     and message_words(m.body, m.content, m.edited_at) like all(p_patterns[2:])
     and not m.is_deleted
$$;
