-- AlterTable
ALTER TABLE "task" ADD COLUMN     "team_id" INTEGER;


-- From here on by hand: what the schema language cannot say.

alter table task
  add foreign key (tenant_id, team_id) references team on delete set null (team_id),
  add constraint task_for_one check (num_nonnulls(owner_id, team_id) <= 1);
create index task_team on task (tenant_id, team_id, limit_date) where team_id is not null;
