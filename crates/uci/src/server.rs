//! Reads commands and sends answers.

use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use crate::command::{self, Command};
use crate::engine::ChessEngine;
use crate::go::Go;
use crate::lines::next_line;
use crate::speaker::Speaker;
use crate::thinking::{Thinking, Threads};
use crate::work::{Engine, Work};

/// Serves a GUI with chess until it sends `quit`, its input ends or the output fails. A running search is then stopped and answered.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    serve_engine(Box::new(ChessEngine::new()), input, output)
}

/// The same with any [engine](crate::engine_for).
pub fn serve_engine(
    engine: Box<dyn Engine>,
    mut input: impl BufRead,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut server =
        Server { engine, speaker: Speaker::new(output), threads: Threads::start(), thinking: None, spent: None };
    while let Some(line) = next_line(&mut input)? {
        let asked = Instant::now();
        let reading = command::read(&line);
        if let Some(complaint) = reading.complaint {
            server.remark(&complaint);
        }
        match reading.command {
            Some(Command::Quit) => break,
            Some(command) => server.obey(command, asked),
            None => {}
        }
        if server.speaker.is_closed() {
            break;
        }
    }
    server.end_search();
    server.speaker.end()
}

struct Server {
    engine: Box<dyn Engine>,
    speaker: Speaker,
    /// None if the system has no threads to spare, or after a search panicked: then they are started again.
    threads: Option<Threads>,
    thinking: Option<Thinking>,
    /// The time of the last answer.
    spent: Option<Duration>,
}

impl Server {
    fn remark(&self, sentence: &str) {
        self.speaker.say(&format!("info string {sentence}"));
    }

    fn report(&self, result: Result<(), String>) {
        if let Err(sentence) = result {
            self.remark(&sentence);
        }
    }

    fn obey(&mut self, command: Command, asked: Instant) {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.speaker.say("readyok"),
            Command::NewGame => {
                self.end_search();
                let done = self.engine.new_game();
                self.report(done);
            }
            Command::Debug(on) => self.engine.set_debug(on),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { fen, moves } => {
                let done = self.engine.set_position(fen.as_deref(), &moves);
                self.report(done);
            }
            Command::Go(go) => self.go(*go, asked),
            Command::Stop => {
                if let Some(thinking) = &self.thinking {
                    thinking.stop();
                }
            }
            Command::PonderHit => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponder_hit();
                }
            }
            Command::Draw => self.speaker.say(&self.engine.drawing()),
            Command::Evaluate => self.speaker.say(&self.engine.evaluation()),
            Command::Wait => self.wait(),
            Command::Quit | Command::Nothing => {}
        }
    }

    fn introduce(&self) {
        let mut lines = vec![format!("id name {}", self.engine.name()), "id author the authors of Rootward".to_owned()];
        lines.extend(self.engine.options().iter().map(ToString::to_string));
        lines.push("uciok".to_owned());
        self.speaker.say(&lines.join("\n"));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if self.thinking.as_ref().is_some_and(|thinking| !thinking.is_over()) {
            return self.remark("options can be set when no search is going on; the line was ignored");
        }
        match self.engine.set_option(name, value) {
            Ok(None) => {}
            Ok(Some(sentence)) | Err(sentence) => self.remark(&sentence),
        }
    }

    /// Starts a search. A running one is stopped and answered first: waiting for it would leave commands unread.
    fn go(&mut self, go: Go, asked: Instant) {
        self.end_search();
        let task = self.engine.task(go, asked, self.spent.take(), &self.speaker);
        if task.is_hurried() {
            return self.answer_here(&*task);
        }
        self.threads = self.threads.take().filter(Threads::are_there).or_else(Threads::start);
        self.thinking = self.threads.as_ref().and_then(|threads| Thinking::start(task, threads));
        if self.thinking.is_none() {
            self.remark("the system has no thread for a search");
            self.speaker.say("bestmove 0000");
        }
    }

    /// Searches on the thread that reads the commands: for a moment no commands are read.
    fn answer_here(&mut self, task: &dyn Work) {
        let gate = task.gate();
        let answer = task.run(&gate);
        gate.close();
        self.speaker.say(&answer);
        self.spent = Some(gate.spent());
    }

    fn wait(&mut self) {
        match self.thinking.take_if(|thinking| thinking.ends_by_itself()) {
            Some(thinking) => self.spent = Some(thinking.finish()),
            None if self.thinking.is_some() => self.remark("this search goes on until stop; nothing to wait for"),
            None => {}
        }
    }

    fn end_search(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
            self.spent = Some(thinking.finish());
        }
    }
}
