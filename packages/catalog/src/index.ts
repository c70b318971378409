export const PACKAGE_NAME = "@signalbox/catalog";
