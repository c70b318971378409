export const auditLogKey = (asked: object) => ["audit-log", asked] as const;
