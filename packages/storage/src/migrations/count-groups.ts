// What migrations share that count the decisions still kept into the sums by group.
const HOUR = "d.created_at_ms - d.created_at_ms % 3600000";

/** @param value of the group, as SQL over a decision `d` and the report `f` about its pick, if there is one */
export const countGroups = (dimension: string, value: string): string => `insert into decision_groups
  select d.account_id, '${dimension}', ${HOUR}, ${value}, count(*), sum(d.degraded), sum(d.explored),
    sum(case when d.rejected_count > 0 then 1 else 0 end), sum(d.success), count(d.usd), coalesce(sum(d.usd), 0),
    count(f.value), coalesce(sum(case when f.value is null then 0 else d.success end), 0), coalesce(sum(f.value), 0)
  from decisions d left join feedback f on f.session_id = d.session_id and f.label = d.label
    and f.value is not null and f.withdrawn_at_ms is null
  group by 1, 3, 4`;
