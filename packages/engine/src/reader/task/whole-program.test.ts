import assert from "node:assert/strict";
import { test } from "node:test";

import { readTaskText } from "../conversation/task-text.ts";
import { readWholeProgram } from "./whole-program.ts";

const textOf = (text: string) =>
  readTaskText([{ role: "user", text, parts: [], toolCallCount: 0, isToolResult: false }], 0);

test("a whole game or page in one file is expected to be long, in whatever language it is asked for", () => {
  for (const text of [
    "Write a complete Tetris in one HTML file.",
    "Make me a landing page as a single HTML file",
    "I need a todo app, all in a single-file",
    "Schreib mir ein komplettes Snake-Spiel in einer einzigen HTML-Datei",
    "Un jeu de morpion dans un seul fichier, s'il te plaît",
    "Haz un juego de memoria en un solo archivo",
    "Faça um jogo da velha em um único arquivo HTML",
    "Напиши игру «Змейка» в одном файле",
    "用一个HTML文件写一个完整的贪吃蛇游戏",
    "1つのHTMLファイルでブロック崩しゲームを作って",
  ])
    assert.ok((readWholeProgram(textOf(text), "write_code")?.median ?? 0) >= 1_500, text);
});

test("a helper, a question about a file, or prose about a game is no whole program", () => {
  for (const text of [
    "Put both helpers in one file",
    "Write a function that reads a single file",
    "Write a game of tic-tac-toe",
    "Parse this HTML and print the title",
  ])
    assert.equal(readWholeProgram(textOf(text), "write_code"), undefined, text);
  assert.equal(readWholeProgram(textOf("Review this game in one HTML file"), "review"), undefined);
});

test("a system that is asked for as a whole is longer than a program in one file", () => {
  for (const text of [
    "Write a complete e-commerce backend",
    "Build me a full-stack web app for bookings",
    "Schreibe ein komplettes Buchungssystem mit vollständiger Anwendung",
    "Crea un sistema de reservas completo",
    "Напиши полный бэкенд магазина",
    "写一个完整的电商后端",
  ])
    assert.ok((readWholeProgram(textOf(text), "write_code")?.median ?? 0) >= 4_000, text);
  for (const text of ["Why does the whole app crash?", "Write a function for the full name"])
    assert.equal(readWholeProgram(textOf(text), "write_code"), undefined, text);
});
