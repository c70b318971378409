export const auditLogKey = (action: string) => ["audit-log", action] as const;
