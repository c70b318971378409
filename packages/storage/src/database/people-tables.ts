// Row types of the tables of people and how they sign in.
import type { Role } from "@signalbox/contracts";

import type { SignInMethod } from "../interface/browser-sessions.ts";

export interface UsersTable {
  id: string;
  email: string;
  emailKey: string;
  name: string;
  passwordHash: string | null;
  createdAtMs: number;
  lastSignInAtMs: number | null;
  emailVerifiedAtMs: number | null;
}

export interface IdentitiesTable {
  issuer: string;
  subject: string;
  userId: string;
  createdAtMs: number;
}

export interface MembershipsTable {
  accountId: string;
  userId: string;
  role: Role;
  createdAtMs: number;
}

export interface InvitesTable {
  id: string;
  accountId: string;
  email: string;
  role: Role;
  tokenHash: string;
  invitedByUserId: string | null;
  createdAtMs: number;
  expiresAtMs: number;
  acceptedAtMs: number | null;
}

export interface BrowserSessionsTable {
  id: string;
  tokenHash: string;
  userId: string;
  accountId: string;
  createdAtMs: number;
  lastSeenAtMs: number;
  expiresAtMs: number;
  ip: string | null;
  userAgent: string | null;
  signedInBy: SignInMethod;
}

export interface PasswordResetsTable {
  tokenHash: string;
  userId: string;
  createdAtMs: number;
  expiresAtMs: number;
}

export interface SecondFactorsTable {
  userId: string;
  secret: string;
  lastStep: number;
  createdAtMs: number;
  confirmedAtMs: number | null;
}

export interface RecoveryCodesTable {
  userId: string;
  codeHash: string;
}
