/** The folded form of a unit, 0 where it vanishes. Tables ask once for each unit that is met, and for its class. */
export declare function foldUnit(unit: u32): u32;
export declare function classOfUnit(unit: u32): u32;
